import texts from '../../../../support/src/main/resources/tender/support/text/texts.json';

/** The texts for the codes of the REST API, in the same file as the command line's. */
type Section = keyof typeof texts;

/** The text of a code; null if the file does not have it. */
export function findText(section: Section, code: string): string | null {
  return (texts[section] as Record<string, string>)[code] ?? null;
}

/**
 * The text of a code with its placeholders replaced by the values of these names; an unknown code itself, with spaces for
 * hyphens.
 */
export function formatText(section: Section, code: string, values: Record<string, string> = {}): string {
  const text = findText(section, code) ?? code.replaceAll('-', ' ');
  return text.replaceAll(/\{([a-z]+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
