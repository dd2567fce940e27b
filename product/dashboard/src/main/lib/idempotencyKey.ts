/** A key that makes repeated submission harmless. Not randomUUID, which is unavailable over plain HTTP. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
