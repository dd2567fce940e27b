package tender.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.workload.Traces;
import tender.workload.swf.SwfTrace;

/** Reads and cleans real traces of the Parallel Workloads Archive. */
final class ArchiveTracesTest {
  @ParameterizedTest
  @CsvSource({
    "CTC-SP2-1996-3.1-cln, 338, 77222, 77205",
    "HPC2N-2002-2.2-cln, 240, 202871, 202871",
    "SDSC-SP2-1998-4.2-cln, 128, 59715, 54034",
    "LPC-EGEE-2004-1.2-cln, 140, 234889, 214322",
    "SDSC-BLUE-2000-4.2-cln, 1152, 243306, 232536",
    "LLNL-Thunder-2007-1.1-cln, 4008, 121039, 113613",
    "KTH-SP2-1996-2.1-cln, 100, 28476, 28467",
    "CEA-Curie-2011-2.1-cln, 93312, 312826, 295540",
    "RICC-2010-2, 8192, 447794, 447784"
  })
  void everyRowIsReadAndAccountedFor(String name, int processors, int rows, int jobs)
      throws IOException {
    CleanTrace trace = TraceCleaner.forMachine(processors).clean(Traces.require(name + ".swf.gz"));

    assertThat(trace.header().values("MaxProcs").getFirst()).matches(processors + "(\\D.*)?");
    assertThat(trace.header().values("UnixStartTime"))
        .anySatisfy(value -> assertThat(value).matches("\\d+(\\D.*)?"));
    assertThat(trace.header().acknowledgements()).isNotEmpty();
    assertThat(trace.findings().isEmpty()).isTrue();
    assertThat(trace.report().rows()).isEqualTo(rows);
    assertThat(trace.jobs()).hasSize(jobs);
    assertThat(trace.report().skippedInAll()).isEqualTo(rows - jobs);
  }

  @Test
  void noticesOfATraceAreKept() throws IOException {
    SwfTrace trace = SwfTrace.read(Traces.require("SDSC-SP2-1998-4.2-cln.swf.gz"));

    assertThat(trace.header().notices())
        .singleElement()
        .asString()
        .contains("non-profit purposes")
        .endsWith("electronic publication.");
  }
}
