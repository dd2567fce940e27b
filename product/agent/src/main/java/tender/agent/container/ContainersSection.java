package tender.agent.container;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How tasks run in containers. The name of the runtime may stand for the whole section.
 *
 * @param runtime {@code bubblewrap}, {@code podman}, {@code apptainer} or {@code none}; default:
 *     bubblewrap if skopeo, umoci and bubblewrap are installed, else none
 * @param registries hosts from which images are fetched; default: none
 * @param cacheGigabytes of all unpacked images; the longest unused are deleted first
 * @param maxImageGigabytes of the files of one image
 * @param maxImageFiles in one image
 * @param unpackMinutes in which an image must be unpacked
 */
public record ContainersSection(
    Optional<String> runtime,
    Optional<List<String>> registries,
    Optional<Integer> cacheGigabytes,
    Optional<Integer> maxImageGigabytes,
    Optional<Integer> maxImageFiles,
    Optional<Integer> unpackMinutes) {
  static final ContainersSection DEFAULTS = of(Optional.empty());

  private static final int DEFAULT_CACHE_GIGABYTES = 20;
  private static final int DEFAULT_IMAGE_GIGABYTES = 10;
  private static final int DEFAULT_IMAGE_FILES = 500_000;
  private static final int DEFAULT_UNPACK_MINUTES = 15;
  private static final int MAX_GIGABYTES = 1_000_000;
  private static final int MAX_FILES = 100_000_000;
  private static final int MAX_MINUTES = 24 * 60;
  private static final long GIGABYTE = 1_000_000_000;
  private static final Pattern HOST = Pattern.compile("[a-z0-9.-]+(:[0-9]{1,5})?");

  public ContainersSection {
    for (String host : registries.orElse(List.of())) {
      if (!HOST.matcher(host).matches()) {
        throw new IllegalArgumentException(
            "The setting 'containers.registries' contains '%s', and must contain hosts, such as docker.io or registry.example.org:5000."
                .formatted(host));
      }
    }
  }

  /** The short form, which Jackson uses for a single word. */
  @SuppressWarnings("unused") // Jackson calls it.
  public static ContainersSection valueOf(String runtime) {
    return of(Optional.of(runtime));
  }

  private static ContainersSection of(Optional<String> runtime) {
    return new ContainersSection(
        runtime,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The chosen runtime; empty: as installed. */
  Optional<ContainerRuntime> chosenRuntime() {
    return runtime.map(
        name -> {
          try {
            return ContainerRuntime.valueOf(name.toUpperCase(Locale.ROOT));
          } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                "The setting 'containers' is '%s', and must be bubblewrap, podman, apptainer or none."
                    .formatted(name),
                e);
          }
        });
  }

  List<String> allowedRegistries() {
    return registries.orElse(List.of());
  }

  long cacheBytes() {
    return GIGABYTE
        * between(cacheGigabytes.orElse(DEFAULT_CACHE_GIGABYTES), MAX_GIGABYTES, "cache_gigabytes");
  }

  ImageLimits limits() {
    return new ImageLimits(
        GIGABYTE
            * between(
                maxImageGigabytes.orElse(DEFAULT_IMAGE_GIGABYTES),
                MAX_GIGABYTES,
                "max_image_gigabytes"),
        between(maxImageFiles.orElse(DEFAULT_IMAGE_FILES), MAX_FILES, "max_image_files"),
        Duration.ofMinutes(
            between(unpackMinutes.orElse(DEFAULT_UNPACK_MINUTES), MAX_MINUTES, "unpack_minutes")));
  }

  private static int between(int value, int max, String setting) {
    if (value < 1 || value > max) {
      throw new IllegalArgumentException(
          "The setting 'containers.%s' is %d, and must be from 1 to %d."
              .formatted(setting, value, max));
    }
    return value;
  }
}
