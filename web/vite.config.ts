import { defineConfig } from 'vite'

/** The dashboard becomes a few files in dist/web; "tidewatch serve" sends them with a policy that allows nothing inline. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
})
