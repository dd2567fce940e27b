package tender.experiments.day;

import java.util.List;
import tender.core.compose.Composition;
import tender.core.compose.Part;

/**
 * What the calls of a bag resulted in.
 *
 * @param parts of providers; those of a cell's offer are the parts in the cell
 */
record DayPlacement(Composition composition, List<Part> parts, int providerCalls, int cellCalls) {
  /** Whether the bag gets no promise. */
  boolean isRefused() {
    return composition.unplacedTasks() > 0;
  }
}
