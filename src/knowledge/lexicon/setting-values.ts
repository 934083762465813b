/** What settings are switched on with. */
export const ON_VALUE = /^(?:true|1|yes|on)$/i

/** What settings are switched off with. */
export const OFF_VALUE = /^(?:0|false|no|none|off|never|disabled?)$/i

/** Ports that people open for a web server. */
export const WEB_PORT = /^(?:80|443|8080|8443)$/

/** Programs that keep one place like another. */
export const SYNC_NAME = /sync|mirror|replicat|unison/
