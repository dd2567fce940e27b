package tender.support.input;

/**
 * A parsed input file.
 *
 * @param content the fields, each value as raw text
 * @param top the location of the root, from which the locations of all fields derive
 */
public record ParsedInput<T>(T content, FieldLocation top) {}
