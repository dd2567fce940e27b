/**
 * The commands that submit a bag or change its state: quote, submit, retry and cancel. They read
 * the bag file, upload inputs, show the quote and accept or decline it.
 */
@NullMarked
package tender.cli.submit;

import org.jspecify.annotations.NullMarked;
