package tender.agent.page;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import tender.work.CoreJson;
import tender.work.WholeFile;

/**
 * Where the owner's page is, and the token that opens it, in a file that only the agent's user can
 * read: other users of the machine reach its loopback too.
 *
 * @param address without a path
 */
public record PageKey(URI address, String token) {
  private static final String FILE = "page.json";
  private static final int TOKEN_BYTES = 24;

  private record Stored(String address, String token) {}

  /** The key of an agent that was started with this state folder. */
  public static PageKey read(Path state) throws IOException {
    Path file = state.resolve(FILE);
    try {
      Stored stored = CoreJson.read(Stored.class, Files.readString(file));
      return new PageKey(URI.create(stored.address), stored.token);
    } catch (NoSuchFileException e) {
      throw new IllegalStateException(
          "There is no "
              + file
              + ", so no agent has run with these settings yet. Start it with: tender agent run",
          e);
    }
  }

  /** The page with the token behind #, which is sent nowhere; the page takes it away at once. */
  public String link() {
    return address + "/#token=" + token;
  }

  /** The token of an earlier life stays, so that a page which is open goes on. */
  static String token(Path state) throws IOException {
    if (Files.exists(state.resolve(FILE))) {
      return read(state).token;
    }
    byte[] random = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  void store(Path state) {
    WholeFile.replace(
        state.resolve(FILE), CoreJson.write(Stored.class, new Stored(address.toString(), token)));
  }
}
