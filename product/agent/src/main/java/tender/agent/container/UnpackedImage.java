package tender.agent.container;

import java.nio.file.Path;
import java.util.Map;

/**
 * An image that is ready to be used.
 *
 * @param root its root folder
 * @param environment the variables that it sets
 */
record UnpackedImage(RootFolder root, Map<String, String> environment) {
  /** The name of the root folder in the folder of an image, and in what umoci writes. */
  static final String ROOT = "rootfs";

  UnpackedImage(Path folder, Map<String, String> environment) {
    this(new RootFolder(folder.resolve(ROOT)), environment);
  }
}
