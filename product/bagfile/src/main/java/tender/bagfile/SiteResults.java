package tender.bagfile;

import java.util.Optional;

/**
 * Where the outputs of tasks stay at the provider: a folder that its owner lets results stay in, or
 * a folder below it. Its text is {@code site:NAME} or {@code site:NAME/PATH}, as of a {@link
 * SiteInput}.
 *
 * @param folder the name that owners give it, the same at all providers
 * @param path below the folder; empty: the folder itself
 */
public record SiteResults(String folder, Optional<RelativePath> path) {
  public SiteResults {
    SiteInput.requireName(folder);
  }

  /** Parses {@code site:NAME} or {@code site:NAME/PATH}. */
  public static SiteResults parse(String text) {
    SiteInput named = SiteInput.parse(text);
    return new SiteResults(named.dataset(), named.path());
  }

  @Override
  public String toString() {
    return new SiteInput(folder, path).toString();
  }
}
