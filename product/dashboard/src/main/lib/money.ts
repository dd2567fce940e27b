/** Amounts of money are computed in thousandths of a credit, as on the server. */
export function thousandths(credits: string): number {
  return Math.round(Number(credits) * 1000);
}

/** The difference of two amounts in credits. */
export function difference(amount: string, less: string): string {
  return String((thousandths(amount) - thousandths(less)) / 1000);
}
