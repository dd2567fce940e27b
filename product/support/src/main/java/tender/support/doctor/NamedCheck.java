package tender.support.doctor;

import java.util.List;

/**
 * A check with a fixed name and fixed needs.
 *
 * @param <S> the installation that is checked
 */
public abstract class NamedCheck<S> implements Check<S> {
  private final String name;
  private final List<String> needs;

  protected NamedCheck(String name, List<String> needs) {
    this.name = name;
    this.needs = List.copyOf(needs);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final List<String> needs() {
    return needs;
  }
}
