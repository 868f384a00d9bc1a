import './styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { makeQueries } from './queries.ts';
import { preloadAt } from './routes.ts';
import { colorSchemes, cssVariables, theme } from './theme.ts';

/** The page's policy allows styles with this response's nonce alone. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// Mantine's lock of scrolling behind dialogs asks for it under this name.
Object.assign(globalThis, { __webpack_nonce__: nonce });

preloadAt(location.pathname);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={makeQueries()}>
        <Notifications position="bottom-right" limit={3} />
        <App />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
