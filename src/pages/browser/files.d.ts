/** Modules that the build resolves, and TypeScript does not. */

/** The package's own entry is no module, and takes more room. */
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet';
}

/** The tiles of the ground, which the build names: scripts/dev/ground.ts. */
declare const GROUND: { hash: string; tiles: string };
