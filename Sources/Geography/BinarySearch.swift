extension Array {
  /// The first index of a partitioned array whose element satisfies the predicate; the array's end if none does.
  @inlinable package func partitioningIndex(where belongsToSecond: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
