import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compress } from './compress.ts';
import { contractAsData } from './contract-as-data.ts';
import { firstLoad } from './first-load.ts';

const SERVICE = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [contractAsData(), react(), firstLoad({ mostKilobytes: 230 }), compress()],
  build: { target: 'es2022', assetsInlineLimit: 0, chunkSizeWarningLimit: 1000 },
  // The service must believe that requests come from its own pages.
  server: { port: 5173, proxy: { '^/(console|api|docs)/': { target: SERVICE, changeOrigin: true } } },
});
