export interface SignalTrust { readonly silent: number; readonly kappa: number }
