/**
 * The experiment on coordinated rescheduling: bags of a model on four clusters whose users say that
 * everything takes longer than it does.
 */
@NullMarked
package tender.experiments.rescheduling;

import org.jspecify.annotations.NullMarked;
