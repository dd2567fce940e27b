package tender.bagfile;

import static tender.support.text.InputChecks.quoted;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An input that is not uploaded, because providers have it: a dataset, or a file or folder in it.
 * Its text is {@code site:DATASET} or {@code site:DATASET/PATH}.
 *
 * @param dataset the name that owners give it, the same at all providers
 * @param path in the dataset; empty: the whole dataset
 */
public record SiteInput(String dataset, Optional<RelativePath> path) {
  /** How the text begins. */
  public static final String PREFIX = "site:";

  /** Also the name of a link in the folders of tasks, so that it does not begin with a dot. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,63}");

  public SiteInput {
    requireName(dataset);
  }

  /** Fails if no dataset can have this name. */
  public static void requireName(String dataset) {
    if (!NAME.matcher(dataset).matches()) {
      throw new IllegalArgumentException(
          "The dataset's name is %s, and must have from 1 to 64 lower-case letters, digits, '-', '_' or '.', with a letter or digit first."
              .formatted(quoted(dataset)));
    }
  }

  /** Parses {@code site:DATASET} or {@code site:DATASET/PATH}. */
  public static SiteInput parse(String text) {
    if (!text.startsWith(PREFIX)) {
      throw new IllegalArgumentException(
          "A site input is %s, and must begin with '%s'.".formatted(quoted(text), PREFIX));
    }
    String rest = text.substring(PREFIX.length());
    int slash = rest.indexOf('/');
    return slash < 0
        ? new SiteInput(rest, Optional.empty())
        : new SiteInput(
            rest.substring(0, slash), Optional.of(new RelativePath(rest.substring(slash + 1))));
  }

  /** The name under which tasks find it in their folders. */
  public String name() {
    return path.map(given -> given.segments().getLast()).orElse(dataset);
  }

  /**
   * Fails if tasks would find two inputs under one name.
   *
   * @param others an input by the name of the file or folder in which tasks find it
   */
  static void requireDistinctNames(List<SiteInput> siteInputs, Map<String, String> others) {
    Map<String, String> byName = new HashMap<>(others);
    for (SiteInput input : siteInputs) {
      @Nullable String other = byName.put(input.name(), input.toString());
      if (other != null) {
        throw new IllegalArgumentException(
            "Inputs %s and %s would both be %s in the folders of tasks. Remove one, or name the folder that contains it."
                .formatted(quoted(other), quoted(input.toString()), quoted(input.name())));
      }
    }
  }

  @Override
  public String toString() {
    return PREFIX + dataset + path.map(given -> "/" + given).orElse("");
  }
}
