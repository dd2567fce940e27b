/**
 * The demonstration: a whole market on one machine with a bag that runs on it. It knows the server,
 * the agent and the testbed.
 */
@NullMarked
package tender.app.demo;

import org.jspecify.annotations.NullMarked;
