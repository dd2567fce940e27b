package tender.cli.input;

/**
 * A file that was read.
 *
 * @param content what it says, each value still as it is written
 * @param top its place, from which the places of all values can be named
 */
public record ParsedInput<T>(T content, FieldLocation top) {}
