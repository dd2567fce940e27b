package tender.agent.container;

import java.nio.file.Path;
import tender.bagfile.Digest;

/** Where an image comes from. */
sealed interface ImageSource {
  /** The name of the unpacked image. The two kinds differ: digests of one say nothing of others. */
  String key();

  /** The image, for messages. */
  String describe();

  /**
   * A file that a user has submitted.
   *
   * @param name of the input, for messages
   */
  record Archive(Path file, Digest digest, String name) implements ImageSource {
    @Override
    public String key() {
      return "archive-" + digest.hex();
    }

    @Override
    public String describe() {
      return "The archive " + name;
    }
  }

  /**
   * An image of a registry.
   *
   * @param name with its digest
   */
  record Registry(String name, Digest digest) implements ImageSource {
    @Override
    public String key() {
      return "registry-" + digest.hex();
    }

    @Override
    public String describe() {
      return "The image " + name;
    }
  }
}
