import type { TunnelTls } from "../fake/index.ts"

// A certificate authority for tests, and a certificate of localhost that it issued. Both are valid
// until 2120. Nothing trusts this authority outside of these tests, and its key was not kept.

/** The certificate of the authority, as PEM. */
export const testAuthority = `-----BEGIN CERTIFICATE-----
MIIBcjCCARmgAwIBAgIBATAKBggqhkjOPQQDAjAoMSYwJAYDVQQDDB1UZXN0IENB
IG9mIHRoZSBwYXlsb29tIHZhdWx0czAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEw
MTAwMDAwMFowKDEmMCQGA1UEAwwdVGVzdCBDQSBvZiB0aGUgcGF5bG9vbSB2YXVs
dHMwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASMmxT5rUdnSyerQwIO/UrVanhs
GdacDMhh/UdPVUI6bppWOhS8NXgu9nIqjiS/bTLAo85/JgiJG6PzHGLMBU6RozIw
MDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBSsHJVA+WYPk5GbXoYUK7z/IutL
GDAKBggqhkjOPQQDAgNHADBEAiAvekT+Wlm0VXhuwl8R7MrqaDC+H0yuHKZGGRM8
wV9EpAIgEc7B7rgvJpU1eQG/ndhSbvG25WkiBXKiH3dToL1xkmQ=
-----END CERTIFICATE-----
`

/** The certificate of localhost and 127.0.0.1, with its key. */
export const testTls: TunnelTls = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBoTCCAUagAwIBAgIBAjAKBggqhkjOPQQDAjAoMSYwJAYDVQQDDB1UZXN0IENB
IG9mIHRoZSBwYXlsb29tIHZhdWx0czAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEw
MTAwMDAwMFowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZI
zj0DAQcDQgAETOlYqYGxEuy+lvDJljPRM9v5xixxurBKuCa3ciQbJDMo8xRjhDPn
+VNkNRLyGd/O4QzIWxh3mcAoja80iX0LZ6NzMHEwGgYDVR0RBBMwEYIJbG9jYWxo
b3N0hwR/AAABMBMGA1UdJQQMMAoGCCsGAQUFBwMBMB0GA1UdDgQWBBSNQgfl9wQ0
ZYQmIBEndvFylnRosDAfBgNVHSMEGDAWgBSsHJVA+WYPk5GbXoYUK7z/IutLGDAK
BggqhkjOPQQDAgNJADBGAiEAkFTD+nRFopQgTJ0RyhMfas2ciuLhy/fKpnfFZmJo
aOoCIQCywFxTjsxQYrOhv5wz01B5W642Zg+a7q7ZFCETRxkK2g==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoEMYe7R/13Ab506A
yv+Bs5LGzg276+JM0Kc5GhF7aiyhRANCAARM6VipgbES7L6W8MmWM9Ez2/nGLHG6
sEq4JrdyJBskMyjzFGOEM+f5U2Q1EvIZ387hDMhbGHeZwCiNrzSJfQtn
-----END PRIVATE KEY-----
`
}
