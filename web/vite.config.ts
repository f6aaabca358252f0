import { defineConfig } from 'vite'

/** Builds the dashboard into dist/web; "tidewatch serve" sends the files with a policy that allows nothing inline. */
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
