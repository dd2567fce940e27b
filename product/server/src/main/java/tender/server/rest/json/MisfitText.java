package tender.server.rest.json;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tender.core.metascheduler.state.ProviderMisfit;
import tender.core.resource.Misfit;
import tender.core.resource.Resource;

/** Says in a sentence which resource no provider has, or each of them lacks. */
final class MisfitText {
  private static final int MAX_PROVIDERS = 20;

  private MisfitText() {}

  /** Empty if there are no misfits. */
  static Optional<String> of(List<ProviderMisfit> misfits) {
    if (misfits.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        commonResource(misfits)
            .map(resource -> tooLittle(resource, misfits))
            .orElseGet(() -> "no provider can run a task: " + each(misfits)));
  }

  /** The resource that all have too little of, if it is the same for all. */
  private static Optional<Resource> commonResource(List<ProviderMisfit> misfits) {
    List<Resource> resources =
        misfits.stream()
            .flatMap(
                each ->
                    each.misfit() instanceof Misfit.TooLittle little
                        ? Stream.of(little.resource())
                        : Stream.empty())
            .toList();
    return resources.size() == misfits.size() && resources.stream().distinct().count() == 1
        ? Optional.of(resources.getFirst())
        : Optional.empty();
  }

  private static String tooLittle(Resource resource, List<ProviderMisfit> misfits) {
    int requested = ((Misfit.TooLittle) misfits.getFirst().misfit()).requested();
    String each =
        misfits.stream()
            .limit(MAX_PROVIDERS)
            .map(
                one ->
                    one.provider().value()
                        + " "
                        + resource.amountText(((Misfit.TooLittle) one.misfit()).suitableMost()))
            .collect(Collectors.joining(", "));
    return "no provider has " + resource.text(requested) + " per task: " + each + more(misfits);
  }

  private static String each(List<ProviderMisfit> misfits) {
    return misfits.stream()
            .limit(MAX_PROVIDERS)
            .map(one -> one.provider().value() + ": " + one.misfit().text())
            .collect(Collectors.joining("; "))
        + more(misfits);
  }

  private static String more(List<ProviderMisfit> misfits) {
    return misfits.size() > MAX_PROVIDERS
        ? " and " + (misfits.size() - MAX_PROVIDERS) + " more"
        : "";
  }
}
