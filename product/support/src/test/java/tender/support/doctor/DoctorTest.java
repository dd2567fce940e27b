package tender.support.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tender.support.doctor.CheckResult.Status;

class DoctorTest {
  private record Fixed(String name, List<String> needs, CheckResult result)
      implements Check<String> {
    @Override
    public CheckResult run(String installation) {
      return result;
    }
  }

  private static final Check<String> SOUND = new Fixed("sound", List.of(), CheckResult.ok("1"));
  private static final Check<String> BROKEN =
      new Fixed("broken", List.of("sound"), CheckResult.fault("2", "Do it."));
  private static final Check<String> AFTER =
      new Fixed("after", List.of("broken"), CheckResult.ok("3"));
  private static final Check<String> LATER =
      new Fixed("later", List.of("after"), CheckResult.ok("4"));

  @Test
  void dependentChecksAreSkippedAfterAFault() {
    assertThat(new Doctor<>(List.of(SOUND, BROKEN, AFTER, LATER)).examine("x"))
        .extracting(finding -> finding.result().status())
        .containsExactly(Status.OK, Status.FAULT, Status.SKIPPED, Status.SKIPPED);
  }

  @Test
  void failingCheckIsAFaultAndTheOthersRun() {
    Check<String> failing =
        new Check<>() {
          @Override
          public String name() {
            return "failing";
          }

          @Override
          public CheckResult run(String installation) throws IOException {
            throw new IOException("the cable is out");
          }
        };
    List<Finding> findings = new Doctor<>(List.of(failing, SOUND)).examine("x");
    assertThat(findings.getFirst().result().found()).contains("the cable is out");
    assertThat(findings.getFirst().result().status()).isEqualTo(Status.FAULT);
    assertThat(findings.getLast().result().status()).isEqualTo(Status.OK);
  }

  @Test
  void checksAreLeftOutWithThoseThatNeedThem() {
    assertThat(new Doctor<>(List.of(SOUND, BROKEN, AFTER, LATER)).without("broken"::equals).names())
        .containsExactly("sound");
  }

  @Test
  void orderAndNamesAreChecked() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Doctor<>(List.of(BROKEN, SOUND)));
    assertThatIllegalArgumentException().isThrownBy(() -> new Doctor<>(List.of(SOUND, SOUND)));
  }
}
