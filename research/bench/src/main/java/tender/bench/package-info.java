/** JMH benchmarks of core and the simulator. No other module knows it. */
@NullMarked
package tender.bench;

import org.jspecify.annotations.NullMarked;
