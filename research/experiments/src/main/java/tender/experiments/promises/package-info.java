/**
 * The experiment on how well promises are kept: markets that replay real traces with known estimate
 * errors, and providers with firm reservations or only with forecasts.
 */
@NullMarked
package tender.experiments.promises;

import org.jspecify.annotations.NullMarked;
