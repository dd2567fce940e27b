/** Texts for users: messages for exceptions, checks of input, and the texts of the API's codes. */
@NullMarked
package tender.support.text;

import org.jspecify.annotations.NullMarked;
