// Fails if a component of the programs has no pinned checksum: check-pinned.mjs DEPENDENCIES.sha256 COMPONENTS.cdx.json
import { readFileSync } from 'node:fs';

const [pinned, components] = process.argv.slice(2);
const digests = new Set(readFileSync(pinned, 'utf8').split('\n').map((line) => line.split(' ')[0]));
const missing = JSON.parse(readFileSync(components, 'utf8')).components
  .filter(({ group }) => group !== 'tender')
  .filter(({ hashes = [] }) => !hashes.some(({ alg, content }) => alg === 'SHA-256' && digests.has(content)))
  .map(({ group, name, version }) => `${group}:${name}:${version}`);
if (missing.length > 0) {
  console.error(`release: no pinned checksum for ${missing.join(', ')}. Add them with: scripts/pin-dependencies`);
  process.exit(1);
}
