package tender.bagfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkOrderJsonTest {
  private static final String PLAIN =
      """
      {"version":1,"name":"a bag","command":"run {x}",\
      "taskList":{"kind":"sweep","parameters":[{"name":"x","values":["1","2"]}]},\
      "only":"1",\
      "inputs":[{"path":"a/b","digest":"%s","bytes":3,"executable":true}],\
      "outputs":["*.csv"],"width":1,"runtimeMillis":1000,"retries":0}"""
          .formatted("0".repeat(64));

  @Test
  void jsonHasTheDocumentedForm() {
    WorkOrder order = WorkOrderJson.read(TestWorkOrders.bytes(PLAIN));
    assertThat(order.tasks()).isEqualTo(1);
    assertThat(order.listIndex(0)).isEqualTo(1);
    assertThat(new String(WorkOrderJson.write(order), StandardCharsets.UTF_8)).isEqualTo(PLAIN);
  }

  @Test
  void zippedParametersHaveTheSameForm() {
    String zip =
        PLAIN.replace(
            "\"kind\":\"sweep\",\"parameters\":[",
            "\"kind\":\"zip\",\"parameters\":[{\"name\":\"y\",\"values\":[\"3\",\"4\"]},");
    WorkOrder order = read(zip);
    assertThat(order.taskList().tasks()).isEqualTo(2);
    assertThat(new String(WorkOrderJson.write(order), StandardCharsets.UTF_8)).isEqualTo(zip);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(zip.replace("[\"3\",\"4\"]", "[\"3\"]")))
        .withMessageContaining("values are taken together");
  }

  @Test
  void absentOrNullOnlyMeansAllTasks() {
    assertThat(read(PLAIN.replace("\"only\":\"1\",", "")).tasks()).isEqualTo(2);
    assertThat(read(PLAIN.replace("\"only\":\"1\"", "\"only\":null")).tasks()).isEqualTo(2);
  }

  @Test
  void absentProfilerIsNotWritten() {
    String profiled = PLAIN.replace("\"retries\":0", "\"retries\":0,\"profiler\":\"./profile\"");
    WorkOrder order = read(profiled);
    assertThat(order.profiler()).contains("./profile");
    assertThat(order.only(order.only().orElseThrow())).isEqualTo(order);
    assertThat(new String(WorkOrderJson.write(order), StandardCharsets.UTF_8)).isEqualTo(profiled);
    assertThat(read(PLAIN.replace("\"retries\":0", "\"retries\":0,\"profiler\":null")))
        .isEqualTo(read(PLAIN));
  }

  @Test
  void workOrdersRoundTrip() {
    for (int seed = 0; seed < 500; seed++) {
      WorkOrder order = TestWorkOrders.random(new SplittableRandom(seed));
      assertThat(WorkOrderJson.read(WorkOrderJson.write(order)))
          .as("seed %d", seed)
          .isEqualTo(order);
    }
  }

  /** Replaced text, replacement, and expected part of the message. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          "retries":0        | "retries":0,"more":1    | more
          "retries":0        | "retries":0,"retries":0 | uplicate
          ,"retries":0       | ``                      | retries
          "width":1          | "width":"1"             | width
          "width":1          | "width":1.0             | width
          "width":1          | "width":null            | width
          "width":1          | "width":0               | width of a task is 0
          "width":1          | "width":99999999999     | width
          "version":1        | "version":2             | version
          "name":"a bag"     | "name":null             | name
          "name":"a bag"     | "name":7                | name
          "name":"a bag"     | "name":"a\\u0007"       | unprintable
          "name":"a bag"     | "name":["a"]            | name
          "run {x}"          | "run {y}"               | {task}, {x}
          "run {x}"          | "run \\u0000"           | NUL
          "run {x}"          | "run \\ud800"           | surrogate
          "kind":"sweep"     | "kind":"other"          | known type ids = [count, lines, sweep, zip]
          "kind":"sweep",    | ``                      | kind
          "kind":"sweep"     | "kind":"count"          | taskList
          ["1","2"]          | ["1",null]              | values
          ["1","2"]          | ["1",2]                 | values
          ["1","2"]          | []                      | number of values
          "only":"1"         | "only":"1,0"            | ascend
          "only":"1"         | "only":"2"              | from 0 to 1
          "only":"1"         | "only":""               | The selected tasks
          "only":"1"         | "only":1                | only
          "a/b"              | "a/../b"                | '..'
          "a/b"              | null                    | path
          "bytes":3          | "bytes":-1              | -1 bytes
          "executable":true  | "executable":"true"     | executable
          "executable":true  | "executable":1          | executable
          ["*.csv"]          | ["/etc/*"]              | begin with '/'
          ["*.csv"]          | [null]                  | outputs
          ["*.csv"]          | [[[[[[[[[["a"]]]]]]]]]] | outputs
          "retries":0        | "retries":0,"profiler":""       | profiler has 0 bytes
          "retries":0        | "retries":0,"profiler":7        | profiler
          "retries":0        | "retries":0,"profiler":"\\u0000" | NUL
          "retries":0}       | "retries":0} {}         | railing
          "retries":0}       | "retries":0             | end
          """)
  void invalidJsonIsRejected(String replaced, String replacement, String message) {
    assertThat(PLAIN).contains(replaced);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(PLAIN.replace(replaced, replacement == null ? "" : replacement)))
        .withMessageContaining(message);
  }

  @Test
  void tooLargeOrEmptyJsonIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(PLAIN + " ".repeat(WorkOrderJson.MAX_BYTES)))
        .withMessageContaining("the maximum is " + WorkOrderJson.MAX_BYTES);
    assertThatIllegalArgumentException().isThrownBy(() -> read(""));
    assertThatIllegalArgumentException().isThrownBy(() -> read("null"));
    assertThatIllegalArgumentException().isThrownBy(() -> read("[]"));
    assertThatIllegalArgumentException().isThrownBy(() -> WorkOrderJson.read(new byte[] {-1, -2}));
  }

  private static WorkOrder read(String json) {
    return WorkOrderJson.read(TestWorkOrders.bytes(json));
  }
}
