package tender.bagfile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tender.support.text.InputChecks;

/** The names under which tasks find the inputs of a bag. */
final class InputNames {
  private InputNames() {}

  /** By the name of a file or folder that tasks find in their folders: an input with it. */
  static Map<String, String> topLevel(List<InputFile> inputs, List<InputPack> packs) {
    Map<String, String> names = new HashMap<>();
    inputs.forEach(input -> names.put(input.path().firstSegment(), input.path().value()));
    packs.forEach(pack -> pack.names().forEach(name -> names.putIfAbsent(name, name)));
    return names;
  }

  /** Fails if there are too many inputs, or if not all can be in one folder. */
  static void requireDistinct(List<InputFile> inputs) {
    InputChecks.between(inputs.size(), 0, WorkOrder.MAX_INPUTS, "The number of inputs");
    Set<String> files = new HashSet<>();
    for (InputFile input : inputs) {
      if (!files.add(input.path().value())) {
        throw new IllegalArgumentException(
            "Input " + InputChecks.quoted(input.path().value()) + " is listed twice. Remove one.");
      }
    }
    for (InputFile input : inputs) {
      String path = input.path().value();
      for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
        String folder = path.substring(0, slash);
        if (files.contains(folder)) {
          throw new IllegalArgumentException(
              "Input %s is a file and cannot be the folder of %s. Rename one."
                  .formatted(InputChecks.quoted(folder), InputChecks.quoted(path)));
        }
      }
    }
  }
}
