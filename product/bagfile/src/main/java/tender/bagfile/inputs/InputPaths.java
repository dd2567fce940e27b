package tender.bagfile.inputs;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tender.bagfile.InputFile;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;

/**
 * The paths of the inputs of a bag, which must fit into one folder. Their folders are counted: a
 * small pack can name a folder of its own in each step of each path, and so millions of folders.
 */
public final class InputPaths {
  /** Of all packs of a bag together. */
  public static final int MAX_FOLDERS = InputPack.MAX_FILES;

  private final Set<String> files = new HashSet<>();
  private final Set<String> folders = new HashSet<>();

  /** The paths of a bag's inputs that are in no pack, which its work order has checked. */
  public InputPaths(List<InputFile> inputs) {
    for (InputFile input : inputs) {
      files.add(input.path().value());
      addFolders(input.path().value());
    }
  }

  private void addFolders(String path) {
    for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      folders.add(path.substring(0, slash));
    }
  }

  /** Adds the path of a file in a pack. */
  public void add(RelativePath path) throws InvalidInputPackException {
    String value = path.value();
    if (folders.contains(value) || !files.add(value)) {
      throw new InvalidInputPackException("Two inputs have the path %s.".formatted(path));
    }
    addFolders(value);
    for (int slash = value.indexOf('/'); slash >= 0; slash = value.indexOf('/', slash + 1)) {
      if (files.contains(value.substring(0, slash))) {
        throw new InvalidInputPackException(
            "The input %s is in a folder that is a file.".formatted(path));
      }
    }
    if (folders.size() > MAX_FOLDERS) {
      throw new InvalidInputPackException(
          "The input packs have more than %s folders.".formatted(MAX_FOLDERS));
    }
  }
}
