package tender.cli.compose;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.cli.input.BagFields;

/** The file that {@code tender compose} reads, each value as it is written. */
record ComposeFile(
    @Nullable BagFields bag,
    @Nullable List<@Nullable ProviderFields> providers,
    @Nullable List<@Nullable OfferFields> offers) {

  /** What a provider tells of itself. */
  record ProviderFields(
      @Nullable String id,
      @Nullable String power,
      @Nullable String work,
      @Nullable List<@Nullable SlotFields> slots) {}

  /** When so many of its processors stand free. */
  record SlotFields(@Nullable String from, @Nullable String until, @Nullable String processors) {}

  /** What it offers to do. */
  record OfferFields(
      @Nullable String provider,
      @Nullable String tasks,
      @Nullable String by,
      @Nullable String price) {}
}
