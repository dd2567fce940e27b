package tender.language;

/**
 * A piece of prose in a file.
 *
 * @param line where it begins, from 1
 * @param text with code replaced by a noun, so that sentences stay sentences
 */
record Fragment(Area area, String file, int line, String text) {}
