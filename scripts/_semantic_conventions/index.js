// The names that the SDK takes from `@opentelemetry/semantic-conventions` 1.29.0, which is 6.4 MB
// (spec/decisions/dependencies.md). A name that a newer SDK wants is missing here, and nothing starts.
export const ATTR_ERROR_TYPE = 'error.type'
export const ATTR_EXCEPTION_MESSAGE = 'exception.message'
export const ATTR_EXCEPTION_STACKTRACE = 'exception.stacktrace'
export const ATTR_EXCEPTION_TYPE = 'exception.type'
export const ATTR_SERVICE_NAME = 'service.name'
export const ATTR_TELEMETRY_SDK_LANGUAGE = 'telemetry.sdk.language'
export const ATTR_TELEMETRY_SDK_NAME = 'telemetry.sdk.name'
export const ATTR_TELEMETRY_SDK_VERSION = 'telemetry.sdk.version'
export const TELEMETRY_SDK_LANGUAGE_VALUE_NODEJS = 'nodejs'
export const TELEMETRY_SDK_LANGUAGE_VALUE_WEBJS = 'webjs'
