/** The testbed as Java programs drive it: the demonstration, and the tests that need real parts. */
@NullMarked
package tender.testbed;

import org.jspecify.annotations.NullMarked;
