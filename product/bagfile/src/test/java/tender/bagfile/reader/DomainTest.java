package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class DomainTest {
  private static BagDraft read(String fields) {
    String text = "{version: 1, command: sleep 1, runtime: 1s, tasks: 1" + fields + "}";
    return BagFileReader.readText(text, new NamedFiles(List.of()), Clock.systemUTC());
  }

  @Test
  void domainIsLocalOrGlobal() {
    assertThat(read("").localFirst()).isFalse();
    assertThat(read(", domain: global").localFirst()).isFalse();
    BagDraft local = read(", domain: local");
    assertThat(local.localFirst()).isTrue();
    assertThat(SubmissionJson.of(local).path("domain").asString()).isEqualTo("local");
    assertThat(SubmissionJson.of(read("")).has("domain")).isFalse();
    assertThatThrownBy(() -> read(", domain: mars"))
        .hasMessageContaining("domain is \"mars\", but must be local or global");
  }

  @Test
  void auctionDoesNotSupportLocalDomain() {
    assertThatThrownBy(() -> read(", mechanism: auction, valuation: 1, domain: local"))
        .hasMessageContaining("domain is local, which the auction does not support");
  }
}
