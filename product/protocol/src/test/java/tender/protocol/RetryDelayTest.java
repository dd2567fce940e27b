package tender.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Metadata;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

class RetryDelayTest {
  @Test
  void delayIsReadFromTheTrailers() {
    Throwable rejection = Status.RESOURCE_EXHAUSTED.asException(RetryDelay.trailers(1_500));
    assertThat(RetryDelay.millis(rejection)).hasValue(1_500);
  }

  @Test
  void absentAndInvalidDelaysAreIgnored() {
    assertThat(RetryDelay.millis(Status.RESOURCE_EXHAUSTED.asException())).isEmpty();
    assertThat(RetryDelay.millis(new IllegalStateException("not from gRPC"))).isEmpty();
    for (String hostile :
        new String[] {"", "-1", "+5", "1e9", " 7", "abc", "9".repeat(30), "٣", "0x10"}) {
      Metadata trailers = new Metadata();
      trailers.put(
          Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER), hostile);
      assertThat(RetryDelay.millis(Status.RESOURCE_EXHAUSTED.asException(trailers)))
          .as("'%s'", hostile)
          .isEmpty();
    }
  }
}
