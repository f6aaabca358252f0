import { render } from 'preact'
import { takeToken } from './api/call.ts'
import { App } from './app.tsx'
import { useThemeOfBefore } from './theme.ts'

takeToken()
useThemeOfBefore()
render(<App />, document.getElementById('app')!)
