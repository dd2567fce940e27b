/** Drives the testbed's scripts from Java, for the demo and for tests with real systems. */
@NullMarked
package tender.testbed;

import org.jspecify.annotations.NullMarked;
