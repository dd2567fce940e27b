/** A key by which handing in twice is handing in once. Not randomUUID, which plain HTTP does not have. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
