/**
 * Runs inputs against the readers of untrusted input and checks what must hold for every input. It
 * knows no reader: the targets are tests of this module.
 */
@NullMarked
package tender.fuzz;

import org.jspecify.annotations.NullMarked;
