/**
 * Scripts that let a shell complete what is typed, made from the commands as they are, so that they
 * never know less.
 */
@NullMarked
package tender.cli.completion;

import org.jspecify.annotations.NullMarked;
