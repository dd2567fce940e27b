/**
 * What the init commands share: questions on the terminal, the commented configuration in which the
 * answers are filled in, and the file. Knows neither the server nor the agent.
 */
@NullMarked
package tender.app.init;

import org.jspecify.annotations.NullMarked;
