package tender.app.attacks;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A market for each attack. */
abstract class AttackTest {
  @TempDir Path folder;
  AttackMarket market;

  @BeforeEach
  void open() throws Exception {
    market = newMarket();
  }

  AttackMarket newMarket() throws Exception {
    return new AttackMarket(folder);
  }

  @AfterEach
  void close() {
    market.close();
  }
}
