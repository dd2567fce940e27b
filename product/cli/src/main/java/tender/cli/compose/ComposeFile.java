package tender.cli.compose;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tender.cli.input.BagFields;

/** The fields of the file that {@code tender compose} reads, as raw text. */
record ComposeFile(
    @Nullable BagFields bag,
    @Nullable List<@Nullable ProviderFields> providers,
    @Nullable List<@Nullable OfferFields> offers) {

  /** What a provider discloses. */
  record ProviderFields(
      @Nullable String id,
      @Nullable String power,
      @Nullable String work,
      @Nullable List<@Nullable SlotFields> slots) {}

  /** When a number of its processors is free. */
  record SlotFields(@Nullable String from, @Nullable String until, @Nullable String processors) {}

  /** An offer of a provider. */
  record OfferFields(
      @Nullable String provider,
      @Nullable String tasks,
      @Nullable String by,
      @Nullable String price) {}
}
