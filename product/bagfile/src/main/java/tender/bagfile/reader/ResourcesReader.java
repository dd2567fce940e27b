package tender.bagfile.reader;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.bagfile.TaskResources;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;

/** Reads what each task requests: its processors, and the section {@code resources}. */
final class ResourcesReader {
  private static final int MAX_PROCESSORS = 100_000;
  private static final long MIB = 1 << 20;

  private static final ResourcesSection NO_SECTION =
      new ResourcesSection(null, null, null, null, null, null, null);

  private final BagFile file;
  private final FieldLocation top;
  private final ResourcesSection section;
  private final FieldLocation place;

  ResourcesReader(BagFile file, FieldLocation top) {
    this.file = file;
    this.top = top;
    section = file.resources() == null ? NO_SECTION : file.resources();
    place = top.field("resources");
  }

  /** The processors of a task. */
  int width() {
    FieldValue processors = top.value("processors", file.processors());
    FieldValue cpus = place.value("cpus", section.cpus());
    if (processors.isGiven() && cpus.isGiven()) {
      throw cpus.place()
          .error("is given, but processors is given too.", "Leave out one of the two.");
    }
    return (int) (cpus.isGiven() ? cpus : processors.orElse("1")).wholeNumber(1, MAX_PROCESSORS);
  }

  /** What a task requests besides processors. */
  TaskResources resources() {
    FieldValue gpuType = place.value("gpu_type", section.gpu_type());
    int gpus =
        (int)
            place.value("gpus", section.gpus()).orElse("0").wholeNumber(0, TaskResources.MAX_GPUS);
    if (gpuType.isGiven() && gpus == 0) {
      throw gpuType.place().error("is given, but no GPUs are requested.", "Add \"gpus: 1\".");
    }
    try {
      return new TaskResources(
          memoryMib(),
          gpus,
          gpuType.isGiven() ? gpuType.id() : "",
          section.scratch() == null ? 0 : mib(place.value("scratch", section.scratch())),
          place.field("features").each(section.features(), (name, _) -> name),
          isExclusive());
    } catch (IllegalArgumentException e) {
      throw place.error(
          "cannot be used: " + e.getMessage(),
          "Write for example \"resources: {cpus: 4, memory: 8G, gpus: 1}\".");
    }
  }

  private List<Integer> memoryMib() {
    SweepValues memory = section.memory();
    FieldLocation memoryPlace = place.field("memory");
    List<Integer> amounts = new ArrayList<>();
    if (memory == null) {
      return amounts;
    }
    if (memory.items() == null) {
      amounts.add(mib(place.value("memory", memory.text())));
      return amounts;
    }
    List<@Nullable String> items = memory.items();
    for (int i = 0; i < items.size(); i++) {
      int mib = mib(memoryPlace.item(i).asValue(items.get(i)));
      if (!amounts.isEmpty() && mib <= amounts.getLast()) {
        throw memoryPlace
            .item(i)
            .mismatch(
                "more than the amount before it",
                "Each amount is that of the next attempt after the memory was exceeded.");
      }
      amounts.add(mib);
    }
    if (amounts.isEmpty() || amounts.size() > TaskResources.MAX_MEMORY_LEVELS) {
      throw memoryPlace.error(
          "has %d amounts, but must have from 1 to %d."
              .formatted(amounts.size(), TaskResources.MAX_MEMORY_LEVELS),
          "Write for example \"memory: [4G, 8G, 16G]\".");
    }
    return amounts;
  }

  private static int mib(FieldValue amount) {
    long bytes = amount.isGiven() ? SizeText.bytes(amount.text()).orElse(0) : 0;
    long mib = bytes / MIB;
    if (bytes % MIB == 0 && mib >= 1 && mib <= TaskResources.MAX_MIB) {
      return (int) mib;
    }
    throw amount.mismatch("a whole number with a unit", "Write for example 500M, 8G or 1T.");
  }

  private boolean isExclusive() {
    FieldValue exclusive = place.value("exclusive", section.exclusive());
    if (!exclusive.isGiven() || "false".equals(section.exclusive())) {
      return false;
    }
    if ("true".equals(section.exclusive())) {
      return true;
    }
    throw exclusive.mismatch("true or false", "Write \"exclusive: true\" for a node of its own.");
  }
}
