package tender.bagfile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tender.core.model.TaskSet;

/** Work orders for tests: a minimal one, and random ones from a seed. */
public final class TestWorkOrders {
  private static final String[] ODD_TEXTS = {
    "", " ", "a", "a b", "it's", "$(reboot)", "`id`", "\n", "*", "\\", "\"", "é", "😀", "-n", "{x}"
  };

  private TestWorkOrders() {}

  static WorkOrder plain(String command, TaskList list) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "a bag",
        command,
        list,
        Optional.empty(),
        List.of(),
        List.of(),
        1,
        1_000,
        0,
        Optional.empty());
  }

  static WorkOrder random(SplittableRandom random) {
    TaskList list = list(random);
    TaskSet some =
        TaskSets.of(IntStream.range(0, list.tasks()).filter(_ -> random.nextInt(3) == 0));
    return new WorkOrder(
        WorkOrder.VERSION,
        "bag " + random.nextInt(),
        "run {task} {{}} < /dev/null",
        list,
        Optional.of(some).filter(set -> !set.isEmpty()),
        inputs(random),
        List.of("out/**", "*.csv").subList(0, random.nextInt(3)),
        1 + random.nextInt(100_000),
        1 + random.nextLong(1L << 43),
        random.nextInt(101),
        random.nextBoolean() ? Optional.of("./profile " + oddText(random)) : Optional.empty(),
        random.nextBoolean() ? Optional.of(options(random)) : Optional.empty(),
        random.nextBoolean() ? Optional.of(resources(random)) : Optional.empty(),
        random.nextBoolean()
            ? Optional.of(
                List.of(SiteInput.parse("site:set-1/a folder"), SiteInput.parse("site:b")))
            : Optional.empty(),
        random.nextBoolean()
            ? Optional.of(
                new ResultOptions(
                    1 + random.nextLong(1L << 50),
                    random.nextBoolean()
                        ? Optional.of(SiteResults.parse("site:scratch/a run"))
                        : Optional.empty()))
            : Optional.empty(),
        random.nextBoolean()
            ? Optional.of(
                List.of(
                    new InputPack(
                        Digest.of(bytes("pack")),
                        1 + random.nextLong(InputPack.MAX_BYTES),
                        1 + random.nextInt(InputPack.MAX_FILES),
                        List.of("a pack's folder"))))
            : Optional.empty());
  }

  private static TaskResources resources(SplittableRandom random) {
    int memoryMib = 1 + random.nextInt(1_000);
    return new TaskResources(
        List.of(memoryMib, 2 * memoryMib, 4 * memoryMib).subList(0, random.nextInt(4)),
        1 + random.nextInt(8),
        random.nextBoolean() ? "a100" : "",
        random.nextInt(1_000),
        List.of("avx512", "infiniband").subList(0, random.nextInt(3)),
        random.nextBoolean());
  }

  private static TaskOptions options(SplittableRandom random) {
    return new TaskOptions(
        random.nextBoolean() ? Optional.of(TaskOptions.Shell.BASH) : Optional.empty(),
        List.of("module load " + oddText(random)),
        new TreeMap<>(Map.of("A", oddText(random))),
        random.nextBoolean(),
        random.nextInt(100),
        random.nextBoolean()
            ? Optional.of(Container.ofImage("example.org/a@sha256:" + "0".repeat(64)))
            : Optional.empty());
  }

  static String oddText(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(5); i > 0; i--) {
      text.append(ODD_TEXTS[random.nextInt(ODD_TEXTS.length)]);
    }
    return text.toString();
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static TaskList list(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> new TaskList.Count(1 + random.nextInt(1_000));
      case 1 -> new TaskList.Lines(Digest.of(bytes("lines")), 1 + random.nextInt(1_000));
      case 2 -> zip(random);
      default -> sweep(random);
    };
  }

  private static TaskList.Zip zip(SplittableRandom random) {
    int tasks = 1 + random.nextInt(5);
    List<Parameter> parameters = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      parameters.add(
          new Parameter(
              "p" + i, IntStream.range(0, tasks).mapToObj(_ -> oddText(random)).toList()));
    }
    return new TaskList.Zip(parameters);
  }

  private static TaskList.Sweep sweep(SplittableRandom random) {
    List<Parameter> parameters = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      parameters.add(
          new Parameter(
              "p" + i,
              IntStream.range(0, 1 + random.nextInt(5)).mapToObj(_ -> oddText(random)).toList()));
    }
    return new TaskList.Sweep(parameters);
  }

  private static List<InputFile> inputs(SplittableRandom random) {
    var inputs = new TreeMap<String, InputFile>();
    for (int i = random.nextInt(10); i > 0; i--) {
      String path = "d" + random.nextInt(3) + "/f" + random.nextInt(10);
      inputs.put(
          path,
          new InputFile(
              new RelativePath(path),
              Digest.of(bytes(path)),
              random.nextLong(1L << 40),
              random.nextBoolean()));
    }
    return List.copyOf(inputs.values());
  }
}
