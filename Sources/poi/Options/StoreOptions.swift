import ArgumentParser

/// Which store of places is meant.
struct StoreOptions: ParsableArguments {
  @Option(Setting.store) var store: String?

  /// Where the store is, or will be.
  ///
  /// - Throws: `CommandFailure` if the user has no home and names no file.
  func path(in settings: Settings) throws -> String {
    try settings.value(of: .store, given: store)
  }
}

extension StoreOptions {
  init(store: String?) {
    self.init()
    self.store = store
  }
}
