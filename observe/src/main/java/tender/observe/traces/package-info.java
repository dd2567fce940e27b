/**
 * Spans of a bag's life, sent to OpenTelemetry's collector. Ids follow from what a span is about,
 * so servers, agents and their next lives agree on them without a word.
 */
@NullMarked
package tender.observe.traces;

import org.jspecify.annotations.NullMarked;
