/**
 * Checks of an installation: what a check is, the run of a list of checks, and those checks that
 * the server and the agent share. Knows neither of them.
 */
@NullMarked
package tender.support.doctor;

import org.jspecify.annotations.NullMarked;
