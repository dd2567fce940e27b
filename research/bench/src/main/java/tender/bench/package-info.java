/** JMH benchmarks of core. It knows core, and no other module knows it. */
@NullMarked
package tender.bench;

import org.jspecify.annotations.NullMarked;
