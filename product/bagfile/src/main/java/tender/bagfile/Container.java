package tender.bagfile;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tender.support.text.InputChecks;

/**
 * The image in which the tasks of a bag run. Exactly one of the two is given.
 *
 * @param image of a registry, as {@code HOST/NAME@sha256:DIGEST}
 * @param archive the input of the bag that is an OCI archive with the image
 */
public record Container(Optional<String> image, Optional<RelativePath> archive) {
  private static final int MAX_IMAGE_LENGTH = 500;
  private static final String WORD = "[a-z0-9]+(?:(?:\\.|__?|-+)[a-z0-9]+)*";

  /** A registry's host, a name, and perhaps a tag and a digest. */
  private static final Pattern IMAGE =
      Pattern.compile(
          "(?<host>[A-Za-z0-9.-]+(?::[0-9]{1,5})?)(?:/"
              + WORD
              + ")+(?<tag>:\\w[\\w.-]{0,127})?(?:@sha256:(?<digest>[0-9a-f]{64}))?");

  public Container {
    if (image.isPresent() == archive.isPresent()) {
      throw new IllegalArgumentException(
          "A container must have either an image or an archive. Remove one, or add one.");
    }
    image.ifPresent(Container::checkImage);
  }

  /** An image of a registry. */
  public static Container ofImage(String image) {
    return new Container(Optional.of(image), Optional.empty());
  }

  /** An image in one of the bag's inputs. */
  public static Container ofArchive(RelativePath archive) {
    return new Container(Optional.empty(), Optional.of(archive));
  }

  /** The host of the registry, with its port if there is one; empty for an archive. */
  public Optional<String> registry() {
    return image.map(name -> name.substring(0, name.indexOf('/')).toLowerCase(Locale.ROOT));
  }

  /** The digest of the registry's image; empty for an archive. */
  public Optional<Digest> imageDigest() {
    return image.map(name -> new Digest(name.substring(name.lastIndexOf(':') + 1)));
  }

  /** The input that is the archive; empty for an image of a registry. */
  public Optional<InputFile> archiveIn(List<InputFile> inputs) {
    return archive.flatMap(
        path -> inputs.stream().filter(input -> input.path().equals(path)).findFirst());
  }

  void requireArchiveIn(List<InputFile> inputs) {
    if (archive.isPresent() && archiveIn(inputs).isEmpty()) {
      throw new IllegalArgumentException(
          "The container's archive %s is not an input. Add it to the inputs."
              .formatted(InputChecks.quoted(archive.get().value())));
    }
  }

  private static void checkImage(String image) {
    InputChecks.printable(image, MAX_IMAGE_LENGTH, "The container's image");
    Matcher parts = IMAGE.matcher(image);
    if (!parts.matches() || !isHost(parts.group("host"))) {
      throw invalid(
          image,
          "must name a registry, an image and its digest. Write for example docker.io/library/debian@sha256:… with 64 hexadecimal digits");
    }
    if (parts.group("digest") == null) {
      throw invalid(
          image,
          "has no digest. A tag may name another image tomorrow; with the digest every task runs the same image. Find it with skopeo inspect --format '{{.Digest}}' docker://%s and write %s@sha256:…"
              .formatted(image, withoutTag(image, parts)));
    }
    if (parts.group("tag") != null) {
      throw invalid(image, "has a tag and a digest. Remove the tag " + parts.group("tag"));
    }
  }

  private static String withoutTag(String image, Matcher parts) {
    return parts.group("tag") == null ? image : image.substring(0, parts.start("tag"));
  }

  /** As in other tools: without a dot or a port, the first word is part of an image's name. */
  private static boolean isHost(String word) {
    return word.contains(".") || word.contains(":") || word.equals("localhost");
  }

  private static IllegalArgumentException invalid(String image, String problem) {
    return new IllegalArgumentException(
        "The container's image %s %s.".formatted(InputChecks.quoted(image), problem));
  }
}
